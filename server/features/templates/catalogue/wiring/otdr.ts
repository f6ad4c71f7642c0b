import type { FieldSource, SectionSource } from '#survey/template-source.ts'

export const otdrTested: NonNullable<SectionSource['conditions']>[number] = {
  name: 'OTDR trace saved',
  showIf: "${otdr} = 'Trace saved'",
}

/** Fields for an OTDR test of existing fiber, in a section with the condition `otdrTested`. `shown`: of the first field. */
export function otdr(shown: Pick<FieldSource, 'condition'> = {}): readonly FieldSource[] {
  const tested = { condition: otdrTested.name }
  return [
    {
      key: 'otdr',
      name: 'OTDR test of the fiber',
      type: 'radio',
      options: ['Trace saved', 'Not tested', 'No fiber'],
      media: true,
      ...shown,
    },
    { key: 'otdr-length', name: 'OTDR length (ft)', type: 'decimal', min: 0, ...tested },
    { key: 'otdr-loss', name: 'OTDR end-to-end loss (dB)', type: 'decimal', min: 0, ...tested },
  ]
}
