import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { createCertificate } from '../plugin/certificate.ts'
import { MAGIC_COOKIE } from '../plugin/handshake.ts'
import { type PluginAddress, type PluginConnection, connectToPlugin } from './plugin-process-connection.ts'

/** The command and its arguments. */
export type Command = readonly [string, ...string[]]

/** A variable that is undefined is not there. */
export type Environment = Readonly<Record<string, string | undefined>>

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

export interface PluginProcess extends PluginConnection, AsyncDisposable {
  readonly pid: number
  /** The first line, as it was printed. */
  readonly line: string
  readonly address: PluginAddress
  /** Asks the plugin to end, as a host does when it is done. */
  shutdown(): Promise<Ended>
  kill(signal?: NodeJS.Signals): Promise<Ended>
  readonly ended: Promise<Ended>
}

/** The certificate of the host of these tests: of the kind that real ones make. */
export const hostCertificate = createCertificate('P-521')

/** A plugin that does little but what can go wrong. */
export const fixture: Command = [process.execPath, join(import.meta.dirname, 'plugin-process-fixture.ts')]

/** Starts a plugin and connects to it, as a host does. */
export async function startPlugin(command: Command, env: Environment = {}): Promise<PluginProcess> {
  const { child, line: firstLine, ended } = spawnPlugin(command, env)
  const kill = (signal: NodeJS.Signals = 'SIGKILL') => {
    child.kill(signal)
    return ended
  }
  const line = await firstLine
  const address = addressIn(line)
  const connection = await connectToPlugin(address, hostCertificate).catch(async (error) => {
    await kill('SIGTERM')
    throw error
  })
  connection.hold('/plugin.GRPCStdio/StreamStdio')
  connection.hold('/plugin.GRPCBroker/StartStream')
  return {
    ...connection,
    pid: Number(child.pid),
    line,
    address,
    shutdown: async () => {
      await connection.call('/plugin.GRPCController/Shutdown')
      connection.close()
      return ended
    },
    kill,
    ended,
    [Symbol.asyncDispose]: async () => {
      connection.close()
      // Killed outright it would leave its socket behind.
      const patience = setTimeout(kill, 60_000)
      await kill('SIGTERM')
      clearTimeout(patience)
    },
  }
}

/**
 * The lines that a plugin has logged. Only an ended one has told them all:
 * stderr and the answers come by different ways, and an answer may overtake what was logged before it.
 */
export function loggedBy({ err }: Ended): readonly string[] {
  return err.split('\n').slice(0, -1)
}

/** For a plugin that is expected to end by itself. */
export function runPlugin(command: Command, env: Environment = {}): Promise<Ended> {
  const { line, ended } = spawnPlugin(command, env)
  line.catch(() => {})
  return ended
}

function addressIn(line: string): PluginAddress {
  const [, , network = '', text = '', , certificate = ''] = line.split('|')
  return { network, text, certificate }
}

/** The process alone, with the environment that a host makes for it. */
export function spawnPlugin([program, ...args]: Command, env: Environment) {
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...hostEnvironment, ...env },
  })
  const output = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text))
  const ended = endOf(child).then(([code, signal]) => ({ code, signal, ...output }))
  return { child, output, line: firstLine(child, ended), ended }
}

const hostEnvironment: Environment = {
  TF_PLUGIN_MAGIC_COOKIE: MAGIC_COOKIE,
  PLUGIN_PROTOCOL_VERSIONS: '5,6',
  PLUGIN_MIN_PORT: '10000',
  PLUGIN_MAX_PORT: '25000',
  PLUGIN_CLIENT_CERT: hostCertificate.pem,
}

type Child = ChildProcessByStdio<null, Readable, Readable>

async function endOf(child: Child): Promise<[number | null, NodeJS.Signals | null]> {
  return (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
}

async function firstLine(child: Child, ended: Promise<Ended>): Promise<string> {
  const line = once(createInterface(child.stdout), 'line') as Promise<[string]>
  const early = ended.then(({ code, err }) => {
    throw new Error(`The plugin ended with ${code} before its first line: ${err}`)
  })
  const [text] = await Promise.race([line, early])
  return text
}
