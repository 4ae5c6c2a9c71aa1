import { importLimits } from '@svc/model'
import type { CatalogFile, Found } from './catalog-worker.ts'

const timeoutMs = 20_000

/** The entities of some files; fails with what to do about it. */
export async function readCatalog(files: readonly File[]): Promise<Found> {
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  if (bytes > importLimits.bytes)
    throw new Error(
      `These files have ${(bytes / 1024 ** 2).toFixed(1)} MB; ${importLimits.bytes / 1024 ** 2} MB can be imported at once. Import them in parts, or with “svc import backstage”.`,
    )
  const texts = await Promise.all(
    files.map(async (file) => ({ name: file.webkitRelativePath || file.name, text: await file.text() })),
  )
  const found = await parsed(texts)
  if (found.documents.length > importLimits.documents)
    throw new Error(
      `These files have ${found.documents.length} entities; ${importLimits.documents} can be imported at once.`,
    )
  return found
}

function parsed(files: readonly CatalogFile[]): Promise<Found> {
  const worker = new Worker(new URL('./catalog-worker.ts', import.meta.url), { type: 'module' })
  return new Promise<Found>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('These files take too long to read.')), timeoutMs)
    worker.onmessage = ({ data }: MessageEvent<Found>) => {
      clearTimeout(timer)
      resolve(data)
    }
    worker.onerror = () => reject(new Error('These files could not be read.'))
    worker.postMessage(files)
  }).finally(() => worker.terminate())
}
