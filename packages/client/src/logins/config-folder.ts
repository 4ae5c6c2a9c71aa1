import { homedir } from 'node:os'
import { join } from 'node:path'

export type Env = Readonly<Record<string, string | undefined>>

/** Where programs of this person keep what is theirs. */
export function configFolder(env: Env, platform: NodeJS.Platform = process.platform): string {
  const given = platform === 'win32' ? env.APPDATA : env.XDG_CONFIG_HOME
  return join(given || join(env.HOME || homedir(), '.config'), 'svc')
}
