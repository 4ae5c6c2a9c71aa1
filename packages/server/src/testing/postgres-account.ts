import { readFile } from 'node:fs/promises'

/** Spread into the options of a child process. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

const preferred = ['postgres', 'nobody', 'daemon']

/** PostgreSQL refuses to run as root, and initdb refuses an account that the system cannot name. */
export async function findAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const accounts = parsePasswd(await readFile('/etc/passwd', 'utf8'))
  const found = preferred.map((name) => accounts.get(name)).find((account) => account?.uid)
  if (!found)
    throw new Error(`root needs one of the accounts ${preferred.join(', ')} to run it as; none exists.`)
  return found
}

function parsePasswd(text: string): ReadonlyMap<string, Account> {
  const fields = text.split('\n').map((line) => line.split(':'))
  return new Map(fields.map(([name = '', , uid, gid]) => [name, { uid: Number(uid), gid: Number(gid) }]))
}
