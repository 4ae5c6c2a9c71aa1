import { UsageError } from '../failure.ts'

/** `1234=checkout,5678=prj_…` */
export function readAccounts(text: string | undefined): ReadonlyMap<string, string> {
  if (text === undefined) return new Map()
  return new Map(
    text.split(',').map((pair) => {
      const [, account, project] = /^\s*([^=]+?)\s*=\s*(.+?)\s*$/.exec(pair) ?? []
      if (account !== undefined && project !== undefined) return [account, project]
      throw new UsageError(
        `--account must be of the form 1234=checkout,5678=prj_…, not ${JSON.stringify(pair)}.`,
      )
    }),
  )
}

/** Part of the id of an import, so it must not contain its separator. */
export function readSource(text: string): string {
  if (/^[\w.-]{1,64}$/.test(text)) return text
  throw new UsageError(
    `--source must be 1 to 64 letters, digits, dots, dashes or underscores, not ${JSON.stringify(text)}.`,
  )
}
