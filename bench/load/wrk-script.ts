import type { LoadOrder, LoadRequest } from './load.ts'

/**
 * A script for wrk that sends the requests of all lanes in turn: the first of each, then the second of each. wrk has
 * no order within a connection, so two requests for the same record only have to be far enough apart.
 *
 * It has no `response` function, which would halve what wrk can send; wrk itself counts what is not a 2xx or 3xx.
 */
export function wrkScript({ lanes, headers }: Pick<LoadOrder, 'lanes' | 'headers'>): string {
  const lines = inTurn(lanes).map((request) => `  ${call(request, headers)},`)
  return `local requests
local at = 0

function init()
  requests = {
${lines.map((line) => `  ${line}`).join('\n')}
  }
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    'summary {"requests":%d,"duration":%d,"bytes":%d,"p50":%f,"p99":%f,"unexpected":%d,"broken":%d,"cpuSeconds":%f}',
    summary.requests, summary.duration, summary.bytes, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect + errors.read + errors.write + errors.timeout, os.clock()
  ))
end
`
}

function inTurn(lanes: LoadOrder['lanes']): readonly LoadRequest[] {
  const longest = Math.max(...lanes.map(({ length }) => length))
  const turns = Array.from({ length: longest }, (_, turn) =>
    lanes.flatMap((lane) => lane[turn % lane.length] ?? []),
  )
  return oneIfAllAlike(turns.flat())
}

/** A scenario that sends one request has it in every lane. */
function oneIfAllAlike(requests: readonly LoadRequest[]): readonly LoadRequest[] {
  const [first] = requests
  return first && requests.every((request) => request === first) ? [first] : requests
}

function call({ method, path, headers, body }: LoadRequest, common: LoadOrder['headers']): string {
  const all = Object.entries({ ...common, ...headers }).map(
    ([name, value]) => `[${quote(name)}] = ${quote(value)}`,
  )
  const parts = [
    quote(method),
    quote(path),
    `{ ${all.join(', ')} }`,
    body === undefined ? 'nil' : quote(body),
  ]
  return `wrk.format(${parts.join(', ')})`
}

/** As a string of Lua, byte by byte where it is not plain ASCII. */
export function quote(text: string): string {
  const bytes = [...Buffer.from(text)].map((byte) =>
    byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c
      ? String.fromCharCode(byte)
      : `\\${String(byte).padStart(3, '0')}`,
  )
  return `"${bytes.join('')}"`
}
