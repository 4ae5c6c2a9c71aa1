import { open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  allKinds,
  isKeptAsCode,
  isSharedByModes,
  type Kind,
  kindNamed,
  type Mode,
  pluralCodeNameOf,
  resourceBlock,
  settingsOperations,
} from '@svc/model'
import type { Organisation } from '../organisation.ts'
import { version } from '../version.ts'
import type { Opened } from '../with-store.ts'
import { type Addresses, createAddresses } from './addresses.ts'
import { inReferenceOrder } from './reference-order.ts'
import { targetName, wordsFor } from './words.ts'

export interface ConfigurationRequest {
  readonly organisation: Organisation
  readonly mode: Mode
  readonly dir: string
  readonly onProgress: (done: number, total: number) => void
}

type Pages = (kind: Kind) => AsyncIterable<readonly Fields[]>
type Fields = Readonly<Record<string, unknown>>

/** The kinds that can be managed as code, each after those it references. */
const kept = inReferenceOrder(allKinds.filter(isKeptAsCode))

/** Writes everything that can be managed as code, from one snapshot; returns how many of each kind. */
export async function writeConfiguration(
  { store, server }: Opened,
  { organisation, mode, dir, onProgress }: ConfigurationRequest,
): Promise<Readonly<Record<string, number>>> {
  const written: string[] = []
  const newFile = (name: string): string => {
    written.push(join(dir, name))
    return join(dir, name)
  }
  try {
    return await store.snapshot(async (moment) => {
      const pages: Pages = async function* (kind) {
        const isShared = isSharedByModes(kind)
        // What both modes share is managed with a live token.
        if (isShared && mode !== 'live') return
        const partitionId = isShared ? organisation.home : organisation.partitions[mode]
        for await (const page of server.recordPages(moment, kind, partitionId)) {
          yield settingsOperations(kind)
            ? page.filter((record) => isChanged(kind, record)).map((one) => ({ ...one, id: organisation.id }))
            : page.filter((record) => kind.softDelete === undefined || record[kind.softDelete] !== true)
        }
      }
      const { addresses, counts, total } = await nameAll(pages)
      await writeFile(newFile('versions.tf'), versions)
      let done = 0
      for (const kind of kept) {
        const name = `${pluralCodeNameOf(kind)}.tf`
        if (!counts[name]) continue
        await writeKind(newFile(name), pages(kind), { kind, addresses }, (count) => {
          done += count
          onProgress(done, total)
        })
      }
      return counts
    })
  } catch (error) {
    for (const file of written) await rm(file, { force: true })
    throw error
  }
}

/** Settings that nobody has ever changed say nothing. In code, they have the id of their organisation. */
const isChanged = ({ fields }: Kind, record: Fields): boolean =>
  Object.entries(fields).some(
    ([key, { traits }]) => !traits.managed && record[key] !== (traits.default ?? null),
  )

/** Everything is named before anything is written: references point both forwards and backwards. */
async function nameAll(pages: Pages) {
  const addresses = createAddresses()
  const counts: Record<string, number> = {}
  let total = 0
  for (const kind of kept) {
    let count = 0
    for await (const page of pages(kind)) {
      for (const record of page) addresses.add(kind, String(record.id), wordsFor(kind, record, addresses))
      count += page.length
    }
    if (count > 0) counts[`${pluralCodeNameOf(kind)}.tf`] = count
    total += count
  }
  return { addresses, counts, total }
}

async function writeKind(
  file: string,
  pages: AsyncIterable<readonly Fields[]>,
  { kind, addresses }: { readonly kind: Kind; readonly addresses: Addresses },
  onWritten: (count: number) => void,
): Promise<void> {
  const before = new Set(kept.slice(0, kept.indexOf(kind)))
  const handle = await open(file, 'wx')
  let isFirst = true
  try {
    for await (const page of pages) {
      const blocks = page.map((record) =>
        resourceBlock(kind, record, {
          address: addresses.find(kind, String(record.id)) ?? '',
          isWhole: settingsOperations(kind) !== undefined,
          referenced(key, id) {
            const target = kindNamed(targetName(kind, key, record) ?? '')
            return before.has(target) ? addresses.find(target, id) : undefined
          },
        }),
      )
      await handle.writeFile(`${isFirst || blocks.length === 0 ? '' : '\n'}${blocks.join('\n')}`)
      isFirst &&= blocks.length === 0
      onWritten(page.length)
    }
  } finally {
    await handle.close()
  }
}

const versions = `# The import blocks adopt the existing records: check "tofu plan", then run "tofu apply" once.
# The token comes from the environment: export SVC_API_TOKEN=svc_pat_live_…
terraform {
  required_version = ">= 1.5"

  required_providers {
    svc = {
      source  = "svc/svc"
      version = "~> ${version.split('.').slice(0, 2).join('.')}"
    }
  }
}
`
