import type { Client } from '@svc/client'
import { kinds } from '@svc/model'
import { cpus, loadavg } from 'node:os'
import type { Figure } from './measures.ts'

const counted = [
  kinds.project,
  kinds.api,
  kinds.resource,
  kinds.dependency,
  kinds.issue,
  kinds.deployment,
  kinds.costEntry,
] as const

export async function toMarkdown(
  figures: readonly Figure[],
  { times, client }: { readonly times: number; readonly client: Client },
): Promise<string> {
  const sizes = await Promise.all(counted.map((kind) => sizeOf(client, kind)))
  return `# The console on a large catalog, ${new Date().toISOString().slice(0, 10)}

Node ${process.version}, ${cpus().length} × ${cpus()[0]?.model.trim()}, load ${loadavg()[0]?.toFixed(1)} at the end; server and Chromium on the same machine. The demo catalog ${times} times: ${sizes.join(', ')}. Medians of five, each in a browser that has never been there, with what they ranged over; for tasks and frames the longest.

| | | target | holds | |
| --- | --- | --- | --- | --- |
${figures.map(lineOf).join('\n')}
`
}

async function sizeOf(client: Client, kind: (typeof counted)[number]): Promise<string> {
  let count = 0
  for await (const _ of client.records(kind).all({})) count += 1
  return `${count.toLocaleString('en')} ${kind.noun}s`
}

function lineOf({ what, value, unit, target, about = '' }: Figure): string {
  const holds = target === undefined ? '' : value <= target ? 'yes' : 'NO'
  const limit = target === undefined ? '' : `≤ ${target.toLocaleString('en')} ${unit}`
  return `| ${what} | ${value.toFixed(0)} ${unit} | ${limit} | ${holds} | ${about} |`
}
