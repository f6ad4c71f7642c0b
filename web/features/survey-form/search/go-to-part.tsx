import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHash } from '@tabler/icons-react'
import { findSection } from '#survey/navigation.ts'
import { titledName } from '#survey/numbering.ts'
import { type Section, type Survey, shownSections } from '#survey/survey.ts'
import { t } from '#web/lib/language/translate.ts'
import { SideDialog } from '#web/ui/dialog.tsx'
import { useSurvey } from '../draft-context.ts'
import { partNoun } from '../repeats/part-noun.ts'
import drawer from '../sections/drawer.module.css'
import { JumpBox } from './jump-box.tsx'

/** 'Go to unit': opens a sub-section by its number, from any section. */
export function GoToPart({ sectionId }: { readonly sectionId: string }) {
  const [opened, { open, close }] = useDisclosure(false)
  const label = useSurvey((survey) => {
    const section = sectionToSearch(survey, sectionId)
    return section ? t('form.goToPart', { part: partNoun(section.definition) }) : ''
  })
  if (label === '') return null
  return (
    <>
      <ActionIcon
        variant="default"
        size="44px"
        aria-label={label}
        title={label}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={open}
      >
        <IconHash size={20} aria-hidden />
      </ActionIcon>
      {opened && <GoToDialog sectionId={sectionId} label={label} onClose={close} />}
    </>
  )
}

interface DialogProps {
  readonly sectionId: string
  readonly label: string
  readonly onClose: () => void
}

function GoToDialog({ sectionId, label, onClose }: DialogProps) {
  const first = useSurvey((survey) => sectionToSearch(survey, sectionId)?.id ?? '')
  const digits = useSurvey((survey) => {
    const section = findSection(survey, first)
    return section !== undefined && hasDigitsOnly(section)
  })
  return (
    <SideDialog
      opened
      onClose={onClose}
      position="top"
      size="100%"
      title={label}
      classNames={{ header: drawer.header ?? '' }}
      styles={{ body: { paddingTop: 4 } }}
    >
      <JumpBox label={label} first={first} digits={digits} autoFocus onJumped={onClose} side="below" />
    </SideDialog>
  )
}

/** The open section if it has several sub-sections, otherwise the section with the most. */
function sectionToSearch(survey: Survey, sectionId: string): Section | undefined {
  const open = findSection(survey, sectionId)
  if (open && !open.hidden && open.subSections.length > 1) return open
  const [most] = shownSections(survey).toSorted((a, b) => b.subSections.length - a.subSections.length)
  return most && most.subSections.length > 1 ? most : undefined
}

/** Whether all names are digits, so a numeric keypad suffices. */
function hasDigitsOnly(section: Section): boolean {
  return section.subSections.every((_, index) => /^\d+$/.test(titledName(section, index)))
}
