/** Accounts with the project of each, as in `1234=checkout,5678=prj_…`; or what in it is of another form. */
export function accountsIn(text: string): ReadonlyMap<string, string> | { readonly wrong: string } {
  const accounts = new Map<string, string>()
  for (const pair of text.split(',')) {
    const [, account, project] = /^\s*([^=]+?)\s*=\s*(.+?)\s*$/.exec(pair) ?? []
    if (account === undefined || project === undefined) return { wrong: pair }
    accounts.set(account, project)
  }
  return accounts
}
