import { accountsIn, costSourcePattern } from '@svc/model'
import { UsageError } from '../failure.ts'

/** `1234=checkout,5678=prj_…` */
export function readAccounts(text: string | undefined): ReadonlyMap<string, string> {
  if (text === undefined) return new Map()
  const accounts = accountsIn(text)
  if (!('wrong' in accounts)) return accounts
  throw new UsageError(
    `--account must be of the form 1234=checkout,5678=prj_…, not ${JSON.stringify(accounts.wrong)}.`,
  )
}

/** Part of the id of an import, so it must not contain its separator. */
export function readSource(text: string): string {
  if (new RegExp(costSourcePattern).test(text)) return text
  throw new UsageError(
    `--source must be 1 to 64 letters, digits, dots, dashes or underscores, not ${JSON.stringify(text)}.`,
  )
}
