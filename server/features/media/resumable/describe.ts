import { resumableAddress } from '#contract/media/resumable.ts'

const header = (name: string, description: string, required = true) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})
const version = header('Tus-Resumable', 'The version of the protocol: 1.0.0')
const id = { name: 'id', in: 'path', required: true, schema: { type: 'string', pattern: '^[0-9a-f]{32}$' } }
const failed = {
  description: 'Refused',
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
}
const answers = (status: number, description: string, headers: readonly string[] = []) => ({
  [status]: {
    description,
    headers: Object.fromEntries(
      ['Tus-Resumable', ...headers].map((name) => [name, { schema: { type: 'string' } }]),
    ),
  },
  '4XX': failed,
})
const common = { tags: ['media'], security: [{ token: [] }] }
const bytes = { content: { 'application/offset+octet-stream': { schema: { format: 'binary' } } } }

/**
 * Describes the library's routes of the tus protocol 1.0.0 for the OpenAPI document, since they are not in the
 * contract.
 */
export function describeUploads(): Record<string, object> {
  return {
    [`/api${resumableAddress}`]: {
      post: {
        ...common,
        operationId: 'media.beginPart',
        summary: 'Begin a file that arrives in parts (tus 1.0.0: creation, creation-with-upload)',
        parameters: [version, header('Upload-Length', 'Bytes of the whole file')],
        requestBody: { required: false, ...bytes },
        responses: answers(201, 'Begun; its address is in Location', [
          'Location',
          'Upload-Offset',
          'Upload-Expires',
        ]),
      },
      options: {
        ...common,
        operationId: 'media.partsProtocol',
        summary: 'What of the tus protocol there is',
        responses: answers(204, 'Named in the headers', ['Tus-Version', 'Tus-Extension', 'Tus-Max-Size']),
      },
    },
    [`/api${resumableAddress}/{id}`]: {
      head: {
        ...common,
        operationId: 'media.partOffset',
        summary: 'How much of the file has arrived',
        parameters: [id, version],
        responses: answers(200, 'Upload-Offset bytes are here', [
          'Upload-Offset',
          'Upload-Length',
          'Upload-Expires',
        ]),
      },
      patch: {
        ...common,
        operationId: 'media.sendPart',
        summary: 'Send the file from that offset on',
        parameters: [id, version, header('Upload-Offset', 'Where these bytes begin')],
        requestBody: { required: true, ...bytes },
        responses: answers(204, 'Taken up to Upload-Offset', ['Upload-Offset', 'Upload-Expires']),
      },
      delete: {
        ...common,
        operationId: 'media.dropPart',
        summary: 'Drop what has arrived',
        parameters: [id, version],
        responses: answers(204, 'Dropped'),
      },
    },
  }
}
