export type Fields = Readonly<Record<string, unknown>>

/** What came back over the wire. */
export interface Answer {
  readonly method: string
  readonly url: string
  readonly status: number
  readonly statusText: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}
