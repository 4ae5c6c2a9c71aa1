import { layOut } from './layout.ts'
import type { LayoutInput } from './placed.ts'

/** In a worker, so that the page stays responsive while a large graph is laid out. */
addEventListener('message', ({ data }: MessageEvent<LayoutInput>) => postMessage(layOut(data)))
