import { DiagramTrouble } from './diagram.ts'
import type { Picture } from './picture.ts'
import { placeFlow } from './place-flow.ts'
import { placeSequence } from './place-sequence.ts'
import { readDiagram } from './read-diagram.ts'

export type Drawn = { readonly picture: Picture } | { readonly trouble: string }

/** In a worker, which can be ended: to lay out what somebody made up may take forever. */
addEventListener('message', ({ data }: MessageEvent<string>) => postMessage(draw(data)))

function draw(source: string): Drawn {
  try {
    const diagram = readDiagram(source)
    return { picture: diagram.type === 'flow' ? placeFlow(diagram) : placeSequence(diagram) }
  } catch (error) {
    if (error instanceof DiagramTrouble) return { trouble: error.message }
    return { trouble: 'This diagram cannot be laid out.' }
  }
}
