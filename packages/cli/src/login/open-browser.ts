import { spawn } from 'node:child_process'
import type { Env } from '@svc/client/logins'

/** Whether whoever runs this could see a browser that it opens. */
export function hasBrowser(env: Env, platform: NodeJS.Platform = process.platform): boolean {
  // The browser would open on the other machine.
  if (env.SSH_CONNECTION || env.SSH_TTY || env.SSH_CLIENT) return false
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY)
}

const openers: Partial<Readonly<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Whether something was there to open it with. Whether a page appeared is not known. */
export function openBrowser(url: string, env: Env): Promise<boolean> {
  const [command = 'xdg-open', ...args] = openers[process.platform] ?? []
  return new Promise((resolve) => {
    const child = spawn(command, [...args, url], {
      env: env as NodeJS.ProcessEnv,
      stdio: 'ignore',
      detached: true,
    })
    child.on('error', () => resolve(false))
    child.on('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
