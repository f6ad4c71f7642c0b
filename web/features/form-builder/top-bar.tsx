import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core'
import {
  IconAlertCircle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconEye,
  IconUserEdit,
} from '@tabler/icons-react'
import { memo, use, useEffect, useRef, useState } from 'react'
import { fieldAt, type Place, sectionAt } from '#survey/builder/form-place.ts'
import { type FormFault, faultMessage } from '#survey/form-faults.ts'
import { shortTime } from '#web/lib/language/format-time.ts'
import { t } from '#web/lib/language/translate.ts'
import { useParams } from '#web/lib/page/route.tsx'
import { Link } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { useLayer } from '#web/lib/page/use-layer.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { type BuilderState, useBuilder, useBuilderState, useBuilderValue, useIsReadOnly } from './builder.ts'
import { FormPreview } from './form-preview.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import classes from './top-bar.module.css'
import { takeOverEditing } from './use-editing.ts'
import { FaultsContext } from './use-faults.ts'

/** Template name, saving state, undo, preview and publish. */
export const TopBar = memo(function TopBar({ onGo }: { onGo: (at: Place) => void }) {
  const builder = useBuilder()
  const name = useBuilderValue(({ history }) => history.now.form.name)
  const canUndo = useBuilderValue(({ history }) => history.past !== null)
  const canRedo = useBuilderValue(({ history }) => history.future !== null)
  const looksOn = useIsReadOnly()
  const [publishing, setPublishing] = useState(false)
  const [previewing, setPreviewing] = useState(false)
  const title = t('builder.title', { name: name || t('builder.unnamed') })
  useTitle(title)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [])
  return (
    <header className={classes.top}>
      <Link
        className={classes.back}
        to="/Templates"
        aria-label={t('builder.toList')}
        title={t('builder.toList')}
      >
        <IconArrowLeft size={22} aria-hidden />
      </Link>
      <div className={classes.words}>
        <h1 className={classes.title} tabIndex={-1} ref={heading}>
          {name || t('builder.unnamed')}
        </h1>
        <SaveLine />
      </div>
      <div className={classes.tools}>
        <ActionIcon
          aria-label={t('builder.undo')}
          title={t('builder.undo')}
          disabled={!canUndo || looksOn}
          onClick={() => builder.undo()}
        >
          <IconArrowBackUp aria-hidden />
        </ActionIcon>
        <ActionIcon
          aria-label={t('builder.redo')}
          title={t('builder.redo')}
          disabled={!canRedo || looksOn}
          onClick={() => builder.redo()}
        >
          <IconArrowForwardUp aria-hidden />
        </ActionIcon>
        <FaultsMenu onGo={onGo} />
        <ActionIcon
          aria-label={t('builder.preview')}
          title={t('builder.preview')}
          onClick={() => setPreviewing(true)}
        >
          <IconEye aria-hidden />
        </ActionIcon>
        <Button disabled={looksOn} onClick={() => setPublishing(true)}>
          {t('builder.publish')}
        </Button>
      </div>
      {publishing && <PublishDialog onClose={() => setPublishing(false)} />}
      {previewing && <PreviewDialog onClose={() => setPreviewing(false)} />}
      <StaleDialog />
      <EditingBar />
    </header>
  )
})

/** Lists the faults that block publishing, each with a link. */
function FaultsMenu({ onGo }: { onGo: (at: Place) => void }) {
  const { all } = use(FaultsContext)
  const [opened, setOpened] = useState(false)
  useLayer(opened && all.length > 0, () => setOpened(false))
  if (all.length === 0) return null
  const words = t('builder.faultCount', { count: all.length })
  return (
    <Menu
      position="bottom-end"
      width="min(26rem, calc(100vw - 2rem))"
      withinPortal={false}
      opened={opened}
      onChange={setOpened}
    >
      <Menu.Target>
        <Button
          variant="subtle"
          color="red"
          aria-label={t('builder.faultsTitle', { count: all.length })}
          leftSection={<IconAlertCircle size={20} aria-hidden />}
          className={classes.faults ?? ''}
        >
          <span className={classes.faultWords}>{words}</span>
          <span className={classes.faultNumber}>{all.length}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah="60dvh" style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('builder.faultsTitle', { count: all.length })}</Menu.Label>
        {all.slice(0, shownFaults).map((fault) => (
          <FaultItem key={keyOf(fault)} fault={fault} onGo={onGo} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const shownFaults = 100

function FaultItem({ fault, onGo }: { fault: FormFault; onGo: (at: Place) => void }) {
  const { form } = useBuilderState().history.now
  const at = { section: fault.section ?? -1, field: fault.field }
  const one = at.section < 0 ? form : at.field === null ? sectionAt(form, at) : fieldAt(form, at)
  const name = one?.name || t('builder.unnamed')
  const problem = t(...faultMessage(fault))
  return (
    <Menu.Item onClick={() => onGo(at)} mih={44} style={{ overflowWrap: 'anywhere' }}>
      {t('builder.faultAt', { name, problem })}
    </Menu.Item>
  )
}

function keyOf({ section, field, property, fault }: FormFault): string {
  return `${section} ${field} ${property} ${fault.code} ${fault.piece}`
}

/** The survey form of the current draft. */
function PreviewDialog({ onClose }: { onClose: () => void }) {
  const { form, at } = useBuilder()
  const { id = '' } = useParams()
  return <FormPreview form={form} at={at.section} reportOf={id} onClose={onClose} />
}

/** Saving state and current version. */
function SaveLine() {
  const { saving, isStorageFull, version } = useBuilderState()
  return (
    <p className={classes.line} style={{ margin: 0 }}>
      <span role="status" data-bad={isStorageFull || (saving.kind !== 'saved' && saving.kind !== 'saving')}>
        {wordsOf(saving, isStorageFull)}
      </span>
      <span>{version > 0 ? t('builder.versionNumber', { version }) : t('builder.neverPublished')}</span>
    </p>
  )
}

function wordsOf(saving: BuilderState['saving'], isStorageFull: boolean): string {
  if (saving.kind === 'refused') return t('builder.notSaved', { problem: saving.message })
  if (saving.kind === 'stale') return t('builder.staleSomebody')
  if (isStorageFull) return t(saving.kind === 'waiting' ? 'builder.nowhere' : 'builder.onlyOnServer')
  return t(`builder.${saving.kind}`)
}

/** Resolves a conflict with another user's save. The losing draft stays in the undo history. */
function StaleDialog() {
  const builder = useBuilder()
  const { saving } = useBuilderState()
  if (saving.kind !== 'stale') return null
  const { by, at } = saving.theirs
  const title = by ? t('builder.staleBy', { name: by, time: shortTime(at) }) : t('builder.staleSomebody')
  return (
    <Dialog
      opened
      onClose={() => undefined}
      title={title}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
    >
      <Text mb="lg">{t('builder.staleText')}</Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={() => builder.loadTheirs()}>
          {t('builder.loadTheirs')}
        </Button>
        <Button onClick={() => void builder.keepMine()} data-autofocus>
          {t('builder.keepMine')}
        </Button>
      </Group>
    </Dialog>
  )
}

/** Names the user who is editing, with a button that takes over. */
function EditingBar() {
  const { id = '' } = useParams()
  const builder = useBuilder()
  const editor = useBuilderValue((state) => state.editor ?? '')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const takeOver = async () => {
    setBusy(true)
    const failure = await takeOverEditing(id, builder)
    setProblem(failure?.message ?? '')
    setBusy(false)
  }
  return (
    <div role="status" className={classes.editing} data-shown={editor !== ''}>
      {editor !== '' && (
        <>
          <IconUserEdit size={20} aria-hidden />
          <span>{problem || t('builder.someoneEdits', { name: editor })}</span>
          <Button size="compact-md" mih={44} variant="default" loading={busy} onClick={takeOver}>
            {t('builder.takeOverEditing')}
          </Button>
        </>
      )}
    </div>
  )
}
