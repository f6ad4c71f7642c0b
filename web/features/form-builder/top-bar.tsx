import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconAlertCircle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconArrowLeft,
  IconEye,
} from '@tabler/icons-react'
import { memo, use, useEffect, useRef, useState } from 'react'
import { fieldAt, type Place, sectionAt } from '#survey/builder/form-place.ts'
import { type FormFault, faultMessage } from '#survey/form-faults.ts'
import { t } from '#web/lib/language/translate.ts'
import { Link } from '#web/lib/page/router.tsx'
import { useTitle } from '#web/lib/page/title.ts'
import { useLayer } from '#web/lib/page/use-layer.ts'
import { useBuilder, useBuilderState, useBuilderValue, useIsReadOnly } from './builder.ts'
import { EditingBar } from './editing-bar.tsx'
import { PreviewDialog } from './preview-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { SaveLine } from './save-line.tsx'
import { StaleDialog } from './stale-dialog.tsx'
import classes from './top-bar.module.css'
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
