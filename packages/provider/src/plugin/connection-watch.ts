import type { Server, Socket } from 'node:net'

/** Detects a killed host: its connection closes, and no other follows. */
export function watchConnections(server: Server, onAbandoned: () => void): void {
  let open = 0
  let timer = setTimeout(onAbandoned, FIRST_CONNECTION_MS)
  server.on('connection', (socket: Socket) => {
    open++
    clearTimeout(timer)
    socket.once('close', () => {
      open--
      if (open === 0) timer = setTimeout(onAbandoned, NEXT_CONNECTION_MS)
    })
  })
}

const FIRST_CONNECTION_MS = 60_000
const NEXT_CONNECTION_MS = 1000
