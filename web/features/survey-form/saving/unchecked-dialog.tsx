import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { titledNameOf } from '#survey/numbering.ts'
import { total, type UncheckedSection } from '#survey/unchecked.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link, useNavigate } from '#web/lib/page/router.tsx'
import { checkCopied } from '#web/offline/draft/copy-actions.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDraft } from '../draft-context.ts'
import { formPath } from '../form-params.ts'
import { copiedAmount } from '../repeats/copied-amount.ts'
import classes from './missing-dialog.module.css'

interface Props {
  readonly unchecked: readonly UncheckedSection[]
  readonly onSubmit: () => void
  readonly onClose: () => void
}

/** What would go out as a fact though nobody looked at it: to be checked, confirmed, or submitted with its marks. */
export function UncheckedDialog({ unchecked, onSubmit, onClose }: Props) {
  const draft = useDraft()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const { id, template } = draft.survey
  const pathOf = (section: string, part: string) => formPath(template.id, id, section, part)
  const first = unchecked[0]
  const firstPart = first?.parts[0]

  async function confirmAll() {
    setBusy(true)
    const copied = unchecked.flatMap(({ section, parts }) =>
      parts.map(({ subSection, held }) => ({
        place: { section: section.id, subSection: subSection.id },
        answers: held,
      })),
    )
    if (await checkCopied(draft, copied)) return onSubmit()
    setBusy(false)
  }

  function goToFirst() {
    onClose()
    if (first && firstPart)
      navigate(pathOf(first.section.id, firstPart.subSection.id), { state: { field: firstPart.held[0]?.id } })
  }

  return (
    <Dialog opened onClose={busy ? () => undefined : onClose} title={t('form.uncheckedTitle')}>
      <Text mb="md">{t('form.uncheckedLead', { what: copiedAmount(total(unchecked)) })}</Text>
      {unchecked.map(({ section, parts, answers, files }) => (
        <div key={section.id} className={classes.group}>
          <h3 className={classes.name}>
            {section.definition.name}
            {' · '}
            {t('form.uncheckedSection', { parts: parts.length, what: copiedAmount({ answers, files }) })}
          </h3>
          <ul className={classes.list}>
            {parts.map((part) => (
              <li key={part.subSection.id}>
                <Link
                  className={classes.link}
                  to={pathOf(section.id, part.subSection.id)}
                  state={{ field: part.held[0]?.id }}
                  onClick={onClose}
                >
                  {titledNameOf(section, part.subSection)}: {copiedAmount(part)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Stack gap="xs" mt="lg">
        <Button onClick={goToFirst} disabled={busy} data-autofocus>
          {t('form.uncheckedGo')}
        </Button>
        <Button variant="default" onClick={() => void confirmAll()} loading={busy}>
          {t('form.uncheckedConfirm')}
        </Button>
        <Button variant="default" onClick={onSubmit} disabled={busy}>
          {t('form.uncheckedSubmit')}
        </Button>
      </Stack>
    </Dialog>
  )
}
