/** What a step of indexing has done. */
export interface IndexStep {
  readonly indexed: number
  /** Whether there is nothing left to index. */
  readonly isDone: boolean
}
