/** The button that edits a cell: Tab goes on from it to the next value of the row. */
export const buttonIn = (cell: HTMLElement): HTMLElement | null =>
  cell.querySelector<HTMLElement>('button[data-edits]')
