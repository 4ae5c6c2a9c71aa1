/** How far a partition has come. */
export interface Level {
  readonly revision: number
  readonly seq: number
}
