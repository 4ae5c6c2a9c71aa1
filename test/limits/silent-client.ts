import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A client that sends one or more requests and then reads nothing. */
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
