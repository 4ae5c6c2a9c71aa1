import { layOut } from './layout.ts'
import type { LayoutInput } from './placed.ts'

/** Beside the page, which stays quick while a large graph is laid out. */
addEventListener('message', ({ data }: MessageEvent<LayoutInput>) => postMessage(layOut(data)))
