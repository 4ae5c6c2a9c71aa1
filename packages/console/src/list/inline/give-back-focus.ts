/** The button that edits a cell: Tab goes on from it to the next value of the row. */
const buttonIn = (cell: HTMLElement): HTMLElement | null =>
  cell.querySelector<HTMLElement>('button[data-edits]')

/** Gives the focus back at once, so that the next key acts there, unless somebody has gone elsewhere meanwhile. */
export function giveBackFocus(cell: HTMLElement, popup: HTMLElement | null): void {
  const { activeElement, body } = document
  if (activeElement === null || activeElement === body || popup?.contains(activeElement))
    buttonIn(cell)?.focus({ preventScroll: true })
}
