/** The entry of a `Link` header for a relation: its address and its parameters. */
export function linkTo(
  relation: string,
  header = '',
): { readonly url: string; readonly params: ReadonlyMap<string, string> } | undefined {
  for (const [, url = '', rest = ''] of header.matchAll(/<([^<>]{0,4000})>([^<]{0,4000})/g)) {
    const params = new Map(
      Array.from(
        rest.matchAll(/;\s*([\w-]+)="([^"]*)"/g),
        ([, key = '', value = '']) => [key, value] as const,
      ),
    )
    if (params.get('rel') === relation) return { url, params }
  }
  return undefined
}
