interface VendorSteps {
  readonly name: string
  /** Markdown. */
  readonly steps: string
}

/** The sections of docs/sign-in/scim.md that are not about a vendor. */
const others = ['What happens to whom']

/** From docs/sign-in/scim.md: what to do at each vendor, with this server's address, and how far that was tried. */
export function vendorSteps(guide: string, url: string): { vendors: readonly VendorSteps[]; note: string } {
  const [body, note] = splitAtLast(guide.trim().replaceAll('{public URL}/scim/v2', url), '\n\n')
  const [, ...sections] = body.split(/^## /m)
  const vendors = sections.map((section) => {
    const [name, steps] = splitAt(section, '\n')
    return { name, steps: steps.trim() }
  })
  return { vendors: vendors.filter(({ name }) => !others.includes(name)), note: note.replaceAll('`', '') }
}

const splitAt = (text: string, mark: string): readonly [string, string] => cut(text, text.indexOf(mark), mark)

const splitAtLast = (text: string, mark: string): readonly [string, string] =>
  cut(text, text.lastIndexOf(mark), mark)

const cut = (text: string, at: number, { length }: string): readonly [string, string] =>
  at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + length)]
