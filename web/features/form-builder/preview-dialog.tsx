import { Alert, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { v4 } from 'uuid'
import type { FormDocument } from '#contract/form-document.ts'
import { sourceOf } from '#survey/form-source.ts'
import { newSurvey } from '#survey/survey.ts'
import { draftOf } from '#survey/template-source.ts'
import { DraftContext } from '#web/features/survey-form/draft-context.ts'
import { SectionView } from '#web/features/survey-form/section-view.tsx'
import { say } from '#web/lib/say.ts'
import { useSession } from '#web/lib/session.ts'
import type { Draft } from '#web/offline/draft/draft.ts'
import { triedDraft } from '#web/offline/draft/tried-draft.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useBuilder } from './builder.ts'
import classes from './preview-dialog.module.css'

/** The form that surveyors would get of the draft as it stands, to be filled by hand. */
export function PreviewDialog({ onClose }: { onClose: () => void }) {
  const builder = useBuilder()
  const account = useSession()?.userId ?? ''
  const narrow = useMediaQuery('(width < 48em)', undefined, { getInitialValueInEffect: false })
  const [size, setSize] = useState<'phone' | 'desktop'>('phone')
  const [opened] = useState(() => tried(account, builder.form))
  const [index, setIndex] = useState(Math.max(0, builder.at.section))
  useEffect(() => () => opened?.close(), [opened])
  const name = builder.form.name || say('builder.unnamed')
  const sections = opened?.survey.sections ?? []
  const section = sections[index]
  return (
    <Dialog
      opened
      onClose={onClose}
      title={say('builder.previewTitle', { name })}
      size={size === 'phone' ? '26rem' : '52rem'}
      fullScreen={narrow ?? false}
      centered={false}
    >
      <Text size="sm" c="dimmed" mb="sm">
        {say('builder.previewText')}
      </Text>
      {!opened || !section ? (
        <Alert>{say('builder.previewNothing')}</Alert>
      ) : (
        <>
          <Group align="end" gap="sm" mb="lg">
            <NativeSelect
              label={say('builder.previewSection')}
              flex={1}
              miw="10rem"
              data={sections.map(({ definition }, place) => ({
                value: String(place),
                label: definition.name || say('builder.unnamed'),
              }))}
              value={String(index)}
              onChange={(event) => setIndex(Number(event.currentTarget.value))}
            />
            {!narrow && (
              <SegmentedControl
                aria-label={say('builder.previewSize')}
                size="md"
                data={[
                  { value: 'phone', label: say('builder.previewPhone') },
                  { value: 'desktop', label: say('builder.previewDesktop') },
                ]}
                value={size}
                onChange={(value) => setSize(value === 'desktop' ? 'desktop' : 'phone')}
              />
            )}
          </Group>
          <DraftContext value={opened}>
            <div className={classes.form}>
              <SectionView key={section.id} sectionId={section.id} subSectionId="" onMissing={ignored} />
            </div>
          </DraftContext>
        </>
      )}
    </Dialog>
  )
}

function ignored(): void {
  // Nobody submits a preview.
}

/** Any: the ids of a preview are its own. */
const series = '019b0000-0000-7000-8000-000000000001'

/** null = it cannot be drawn: what it is made of has to be mended first. */
function tried(account: string, form: FormDocument): Draft | null {
  try {
    const template = draftOf(sourceOf(withoutPhotos(form), series, 1))
    const at = new Date().toISOString()
    return triedDraft(
      account,
      newSurvey(template, { id: v4(), name: form.name, owner: '', createdBy: account, at }),
    )
  } catch {
    return null
  }
}

/** Photos are of a survey that is kept somewhere. */
function withoutPhotos(form: FormDocument): FormDocument {
  const sections = form.sections.map((section) => ({
    ...section,
    fields: section.fields.map((field) => ({ ...field, media: false })),
  }))
  return { ...form, sections }
}
