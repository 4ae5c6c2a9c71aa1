import { readFile } from 'node:fs/promises'

/** Ticks a second of /proc/<pid>/stat; the same on every Linux that Node runs on. */
const ticksPerSecond = 100

/** Resident memory of a process and its children, in MB; null if the system has no /proc. */
export async function memoryOf(pid: number): Promise<number | null> {
  return sumOverTree(pid, async (each) => {
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${each}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) / 1024
  })
}

/** CPU time of a process and its children, in seconds; null if the system has no /proc. */
export async function cpuSecondsOf(pid: number): Promise<number | null> {
  return sumOverTree(pid, async (each) => {
    const stat = await readFile(`/proc/${each}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  })
}

async function sumOverTree(pid: number, measure: (pid: number) => Promise<number>): Promise<number | null> {
  try {
    const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim()
    const parts =
      children === '' ? [] : children.split(' ').map((child) => sumOverTree(Number(child), measure))
    return (await Promise.all(parts)).reduce<number>((sum, part) => sum + (part ?? 0), await measure(pid))
  } catch {
    return null
  }
}
