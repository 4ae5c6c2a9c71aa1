import { layOutByDagre } from './by-dagre.ts'
import { layOutByLayers } from './by-layers.ts'
import { pack } from './pack.ts'
import { splitParts } from './parts.ts'
import type { LayoutInput, Placed } from './placed.ts'

/** Beyond this, dagre, whose layout is nicer, takes longer than anyone wants to wait. */
const maxForDagre = 200

/** From left to right: what depends on nothing is furthest right. Unconnected parts are packed. */
export function layOut(input: LayoutInput): Placed {
  return input.layers ? layOutByLayers(input) : pack(splitParts(input).map(layOutPart))
}

function layOutPart(part: LayoutInput): Placed {
  if (part.nodes.length > maxForDagre) return layOutByLayers(part)
  try {
    const placed = layOutByDagre(part)
    // Two layers of fifty make a ribbon that fits no screen; folded layers are legible.
    const isRibbon = placed.height > 1_600 && placed.height > placed.width * 1.4
    return isRibbon ? layOutByLayers(part) : placed
  } catch {
    // In rare cases it cannot route an edge and throws; a plainer layout is better than none.
    return layOutByLayers(part)
  }
}
