import { join } from 'node:path'
import { writeBundle } from './write-bundle.ts'

const started = performance.now()
const { files } = await writeBundle(join(import.meta.dirname, '../../packages/cli/dist'))
console.log(`Bundled svc from ${files.length} files in ${Math.round(performance.now() - started)} ms.`)
