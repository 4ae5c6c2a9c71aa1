import { startPace } from '../services/pace.ts'

/**
 * An object as JSON, its lists entry by entry: a graph of a megabyte takes a while, in which others get their turn.
 */
export async function jsonInTurns(value: object): Promise<Buffer> {
  const pace = startPace()
  const parts: Buffer[] = []
  let text = ''
  const add = async (part: string): Promise<void> => {
    text += part
    if (text.length < partLength) return
    parts.push(Buffer.from(text))
    text = ''
    await pace.pause()
  }
  let separator = '{'
  for (const [key, one] of Object.entries(value)) {
    if (one === undefined) continue
    await add(`${separator}${JSON.stringify(key)}:`)
    separator = ','
    if (!Array.isArray(one)) {
      await add(JSON.stringify(one))
      continue
    }
    await add('[')
    for (const [index, entry] of one.entries()) await add(`${index === 0 ? '' : ','}${JSON.stringify(entry)}`)
    await add(']')
  }
  parts.push(Buffer.from(`${text}${separator === '{' ? '{' : ''}}`))
  return Buffer.concat(parts)
}

const partLength = 16 * 1024
