import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A client that asks, perhaps several times at once, and then takes nothing of what it is sent. */
export async function startSilentClient(
  url: string,
  token: string,
  paths: readonly string[],
): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  socket.on('error', () => {})
  await once(socket, 'connect')
  const heads = paths.map(
    (path) => `GET ${path} HTTP/1.1\r\nhost: test\r\nauthorization: Bearer ${token}\r\n\r\n`,
  )
  socket.write(heads.join(''))
  return socket
}
