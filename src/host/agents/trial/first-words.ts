/** What every agent is asked first. */
export const FIRST_WORDS =
  'Do not use any tool and change nothing. Reply with one JSON object in a ```json block and nothing after it: {"status":"ready","sum":N} where N is 19 + 23.'
