import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { kinds } from '@svc/model'
import type { Access } from '../../store/access.ts'
import { contentsWithoutSecrets } from '../../store/archive/contents.ts'
import { organisationState } from '../../store/queries/organisations.ts'
import { type Context, writeTo } from '../context.ts'
import { fileOf } from './entries.ts'
import { type ArchivedFile, manifestName, manifestText, newManifest } from './manifest.ts'
import { type FileToZip, zipOf } from './zip/write-zip.ts'

/** The database keeps everything as it was for as long as this takes. */
const maxMs = 30 * 60_000

export interface SentArchive {
  readonly fileName: string
  readonly body: Readable
}

/**
 * An archive of the caller's organisation for whoever may administer it, as a zip file that is made while it is taken:
 * the snapshot ends with it, whether it was taken or given up. That somebody takes one is in the log before anything
 * is read.
 */
export async function sendArchive(ctx: Context, svc: string): Promise<SentArchive> {
  const { organisation } = ctx.caller
  const at = ctx.now()
  await writeTo(ctx, kinds.user, (change) =>
    change.log('organisation.archive_downloaded', { kind: 'organisation', id: organisation.id }, null, null),
  )
  const body = new PassThrough({ highWaterMark: 64 * 1024 })
  // Whoever sends it listens only later.
  body.on('error', () => {})
  const { promise: begun, resolve, reject } = Promise.withResolvers<void>()
  ctx.store
    .snapshot(async (moment) => {
      const files = filesOf(moment, { organisationId: organisation.id, at, svc })
      // The first of them needs the database, so what fails does so before anything is sent.
      const first = await files.next()
      resolve()
      const all = restOf(first, files)
      await sent(zipOf(all, at), body)
    })
    .catch((error: unknown) => {
      reject(error)
      body.destroy(error as Error)
    })
  await begun
  return { fileName: fileNameFor(organisation.name, at), body }
}

/** A client that goes away, or takes too long, is no failure of the database. */
async function sent(source: AsyncGenerator<Buffer>, body: PassThrough): Promise<void> {
  const signal = AbortSignal.timeout(maxMs)
  await pipeline(source, body, { signal }).catch((error: NodeJS.ErrnoException) => {
    if (!signal.aborted && error.code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  })
}

/** The manifest comes last: without it the archive is not whole. */
async function* filesOf(
  moment: Access,
  { organisationId, at, svc }: { readonly organisationId: string; readonly at: Date; readonly svc: string },
): AsyncGenerator<FileToZip> {
  const state = await moment.run(organisationState, organisationId)
  const files: ArchivedFile[] = []
  for (const content of contentsWithoutSecrets()) {
    const file = fileOf({ moment, organisationId }, content)
    yield file
    files.push(file.described())
  }
  const manifest = newManifest({ svc, exportedAt: at.toISOString(), ...state, files })
  yield { name: manifestName, chunks: once(Buffer.from(manifestText(manifest))) }
}

async function* restOf<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (!first.done) yield first.value
  yield* rest
}

async function* once(chunk: Buffer): AsyncGenerator<Buffer> {
  yield chunk
}

function fileNameFor(name: string, at: Date): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return `${[...(words ?? ['organisation']), at.toISOString().slice(0, 10)].join('-').slice(-80)}.zip`
}
