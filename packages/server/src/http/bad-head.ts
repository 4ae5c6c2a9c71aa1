import type { Socket } from 'node:net'
import { CatalogError } from '@svc/model'
import { vary } from './answer-headers.ts'
import { problemAnswer } from './problem.ts'
import { requestIdOf } from './request-id.ts'
import { isUploading } from './uploads.ts'

/** Not imported: the names that a module can import from it include Node's HTTP client, which takes 30 ms to load. */
const { STATUS_CODES } = process.getBuiltinModule('node:http')

const timedOut = 'ERR_HTTP_REQUEST_TIMEOUT'

/**
 * Answers input that never became a request: all that can be done is to write to the connection and close it.
 */
export function answerBadHead(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  // Files have limits of their own.
  if (error.code === timedOut && isUploading(socket)) return
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const requestId = requestIdOf(undefined)
  const { status, body } = problemAnswer(problemOf(error.code), requestId)
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(String(body))}`,
    `X-Request-Id: ${requestId}`,
    `Vary: ${vary}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function problemOf(code: string | undefined): CatalogError {
  if (code === 'HPE_HEADER_OVERFLOW')
    return new CatalogError(
      'headers_too_large',
      'The headers and the URL of the request together are larger than 16 KiB.',
    )
  if (code === timedOut) return new CatalogError('request_timeout', 'The request did not arrive in time.')
  return new CatalogError('invalid_request', 'This is not a valid HTTP request.')
}
