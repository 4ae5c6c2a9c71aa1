import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { environmentFor, type ProviderPlace, settingsFor } from './settings.ts'
import { resourcesOf, type ShownState, type StateResource } from './shown-state.ts'

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>
  /** In a process group of its own, as a shell would start it: for signals that reach all of it at once. */
  readonly asGroup?: boolean
}

export interface WorkspaceOptions extends Pick<RunOptions, 'env'> {
  /** The program to run. */
  readonly tofu: string
  readonly provider: ProviderPlace
}

export interface Run {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** What `-json` makes it print: one document, or a list of messages where it reports as it goes. */
  readonly json?: unknown
}

export interface Workspace {
  /** Where the commands run. */
  readonly dir: string
  /** Writes a file of the configuration. */
  write(name: string, content: string): Promise<void>
  run(args: readonly string[], options?: RunOptions): Promise<Run>
  /** The same without waiting for its end. */
  start(args: readonly string[], options?: RunOptions): ChildProcess
  /** Every resource in the state, those of modules included. */
  state(): Promise<readonly StateResource[]>
  /** The same directory, with more in the environment of its commands. */
  with(env: Readonly<Record<string, string>>): Workspace
  remove(): Promise<void>
}

/** An empty working directory that sees nothing of the machine's own settings, plugins and caches. */
export async function createWorkspace({ tofu, provider, env = {} }: WorkspaceOptions): Promise<Workspace> {
  const root = await mkdtemp(join(tmpdir(), 'svc-tofu-'))
  const [dir, home, settings] = [join(root, 'work'), join(root, 'home'), join(root, 'settings.tfrc')]
  await mkdir(dir)
  await mkdir(home)
  await writeFile(settings, settingsFor(provider))
  const running = new Set<ChildProcess>()
  const remove = async (): Promise<void> => {
    const ends = Array.from(running, (child) => once(child, 'close'))
    for (const child of running) child.kill('SIGKILL')
    await Promise.all(ends)
    await rm(root, { recursive: true, force: true })
  }
  return workspaceIn({ tofu, dir, env: { ...environmentFor(home, settings), ...env }, running, remove })
}

interface Place extends Pick<Workspace, 'dir' | 'remove'> {
  readonly tofu: string
  readonly env: Readonly<Record<string, string>>
  readonly running: Set<ChildProcess>
}

function workspaceIn(place: Place): Workspace {
  const { tofu, dir, env, running, remove } = place
  const start: Workspace['start'] = (args, options) => {
    const child = spawn(tofu, args, {
      cwd: dir,
      env: { ...env, ...options?.env },
      detached: options?.asGroup === true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    child.once('close', () => running.delete(child))
    return child
  }
  const run: Workspace['run'] = async (args, options) => {
    const ended = await outputOf(start(args, options))
    return args.includes('-json') ? { ...ended, json: parseOutput(ended.stdout) } : ended
  }

  return {
    dir,
    start,
    run,
    write: (name, content) => writeFile(join(dir, name), content),
    state: async () => {
      const { code, stderr, json } = await run(['show', '-json'])
      if (code !== 0) throw new Error(`The state cannot be read: ${stderr}`)
      return resourcesOf(json as ShownState)
    },
    with: (more) => workspaceIn({ ...place, env: { ...env, ...more } }),
    remove,
  }
}

async function outputOf(child: ChildProcess): Promise<Run> {
  if (!child.stdout || !child.stderr) throw new Error('Nothing listens to the program.')
  const closed = once(child, 'close') as Promise<[number | null]>
  const [[code], stdout, stderr] = await Promise.all([closed, text(child.stdout), text(child.stderr)])
  return { code, stdout, stderr }
}

/** Undefined where a command failed before it could print any. */
function parseOutput(output: string): unknown {
  return parse(output) ?? parse(`[${output.trim().replaceAll('\n', ',')}]`)
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
