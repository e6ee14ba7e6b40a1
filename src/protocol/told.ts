/** One line for a person, with what it feels like, so that each surface can colour it in its own way. */
export interface Told {
  readonly tone: 'plain' | 'quiet' | 'heading' | 'good' | 'bad' | 'notice'
  readonly text: string
}
