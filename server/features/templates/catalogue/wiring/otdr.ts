import type { FieldSource } from '#survey/template-source.ts'

/** Whether existing fiber was tested, and the reading. `shown`: an expression that must hold, too. */
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
