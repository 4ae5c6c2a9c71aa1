import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Address {
  readonly network: 'unix' | 'tcp'
  /** The path of the socket, or host and port. */
  readonly text: string
}

export interface ListenOptions {
  readonly network: Address['network']
  /** The folder for the socket itself, not for a subfolder: the host looks nowhere else. */
  readonly directory: string | undefined
  /** Name or number of the group that may connect as well. */
  readonly group: string | undefined
  readonly firstPort: number
  readonly lastPort: number
}

export function listen(server: Server, options: ListenOptions): Promise<Address> {
  return options.network === 'unix' ? listenOnSocket(server, options) : listenOnPort(server, options)
}

/** The socket is removed when the process ends, unless it is killed. */
async function listenOnSocket(server: Server, { directory, group }: ListenOptions): Promise<Address> {
  const { path, made } = directory ? socketIn(directory) : socketInOwnFolder()
  process.on('exit', () => rmSync(made, { recursive: true, force: true }))
  await listening(server.listen(path))
  if (group) {
    chownSync(path, -1, groupId(group))
    chmodSync(path, 0o660)
  }
  return { network: 'unix', text: path }
}

/** Tries ports from a random one on: many plugins start at the same time. */
async function listenOnPort(server: Server, { firstPort, lastPort }: ListenOptions): Promise<Address> {
  const count = lastPort - firstPort + 1
  const start = randomInt(count)
  for (let tried = 0; tried < count; tried++) {
    try {
      await listening(server.listen(firstPort + ((start + tried) % count), LOOPBACK))
      const { port } = server.address() as AddressInfo
      return { network: 'tcp', text: `${LOOPBACK}:${port}` }
    } catch (error) {
      if (!isPortTaken(error)) throw error
    }
  }
  throw new Error(`All ports from ${firstPort} to ${lastPort} are taken.`)
}

const LOOPBACK = '127.0.0.1'

async function listening(server: Server): Promise<void> {
  await once(server, 'listening')
}

function socketIn(directory: string): { readonly path: string; readonly made: string } {
  const path = join(directory, `plugin${randomBytes(4).toString('hex')}`)
  return { path, made: path }
}

/** A folder created by mkdtemp is accessible to its owner only. */
function socketInOwnFolder(): { readonly path: string; readonly made: string } {
  const roots = [tmpdir(), '/tmp']
  const root = roots.find((folder) => Buffer.byteLength(folder) <= MAX_ROOT_BYTES) ?? '/tmp'
  const made = mkdtempSync(join(root, 'plugin-'))
  return { path: join(made, 's'), made }
}

/** The path of a socket is limited to 104 bytes on some systems, and the rest of it takes 16. */
const MAX_ROOT_BYTES = 104 - 16

function groupId(group: string): number {
  if (/^\d+$/.test(group)) return Number(group)
  const lines = readFileSync('/etc/group', 'utf8').split('\n')
  const [, , id] = lines.map((line) => line.split(':')).find(([name]) => name === group) ?? []
  if (id === undefined) throw new Error(`There is no group "${group}" to own the socket.`)
  return Number(id)
}

function isPortTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
}
