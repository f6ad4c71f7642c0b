import type { FieldSource } from '#survey/template-source.ts'

/** Fields for an OTDR test of existing fiber. `shown`: condition of the first field. */
export function otdr(shown?: string): readonly FieldSource[] {
  const tested = "${otdr} = 'Trace saved'"
  const own = shown === undefined ? {} : { showIf: shown }
  return [
    {
      key: 'otdr',
      name: 'OTDR test of the fiber',
      type: 'radio',
      options: ['Trace saved', 'Not tested', 'No fiber'],
      media: true,
      ...own,
    },
    { key: 'otdr-length', name: 'OTDR length (ft)', type: 'decimal', min: 0, showIf: tested },
    { key: 'otdr-loss', name: 'OTDR end-to-end loss (dB)', type: 'decimal', min: 0, showIf: tested },
  ]
}
