import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { fail } from './failure.ts'

/**
 * Sends an error reply of the usual form for bytes that Node could not parse as a request, or that came too
 * late.
 */
export function answerMalformedRequest(error: Error & { readonly code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error)
    return
  }
  const status = statusOf(error.code)
  const body = JSON.stringify({ errors: fail('request.malformed').errors })
  const headers = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ]
  socket.end(`${headers.join('\r\n')}\r\n\r\n${body}`)
}

function statusOf(code: string | undefined): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}
