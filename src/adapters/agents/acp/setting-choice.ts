/** One of the values that a setting of a session may have, with its name for people. */
export interface SettingChoice {
  readonly value: string
  readonly name: string
}
