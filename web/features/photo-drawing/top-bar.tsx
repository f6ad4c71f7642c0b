import { ActionIcon, Button } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconTrash, IconX } from '@tabler/icons-react'
import type { ComponentType, Dispatch } from 'react'
import { t } from '#web/lib/language/translate.ts'
import type { EditorAction, EditorState } from './editor-state.ts'
import classes from './top-bar.module.css'

interface Props {
  readonly state: EditorState
  readonly dispatch: Dispatch<EditorAction>
  readonly saving: boolean
  readonly onCancel: () => void
  readonly onSave: () => void
}

/** Cancel, undo, redo, delete and save. */
export function TopBar({ state, dispatch, saving, onCancel, onSave }: Props) {
  const { past, future, selected } = state
  return (
    <div className={classes.bar}>
      <Act icon={IconX} label={t('common.cancel')} onClick={onCancel} disabled={saving} />
      <span className={classes.gap} />
      <Act
        icon={IconArrowBackUp}
        label={t('drawing.undo')}
        onClick={() => dispatch({ kind: 'undo' })}
        disabled={past.length === 0}
      />
      <Act
        icon={IconArrowForwardUp}
        label={t('drawing.redo')}
        onClick={() => dispatch({ kind: 'redo' })}
        disabled={future.length === 0}
      />
      <Act
        icon={IconTrash}
        label={t('drawing.deleteShape')}
        onClick={() => dispatch({ kind: 'delete' })}
        disabled={selected === null}
      />
      <span className={classes.gap} />
      <Button size="md" h={44} px="md" onClick={onSave} loading={saving}>
        {t('common.save')}
      </Button>
    </div>
  )
}

interface ActProps {
  readonly icon: ComponentType<{ size: number; 'aria-hidden': boolean }>
  readonly label: string
  readonly onClick: () => void
  readonly disabled: boolean
}

/** A button that keeps its focus when disabled, so the last undo does not move the focus. */
function Act({ icon: Icon, label, onClick, disabled }: ActProps) {
  return (
    <ActionIcon
      size={44}
      variant="subtle"
      color="gray"
      className={classes.act ?? ''}
      aria-label={label}
      title={label}
      aria-disabled={disabled}
      data-off={disabled || undefined}
      onClick={() => !disabled && onClick()}
    >
      <Icon size={24} aria-hidden />
    </ActionIcon>
  )
}
