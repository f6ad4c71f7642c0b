import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { MenuOverlay } from '#web/app/menu-overlay.tsx'
import top from '#web/features/survey-form/form-top.module.css'
import { NoticeLine } from '#web/features/survey-form/notices/notice-line.tsx'
import { t } from '#web/lib/language/translate.ts'

interface Props {
  /** Sync state of the open survey. */
  readonly sync?: ReactNode
  /** Section picker. */
  readonly picker?: ReactNode
  /** Search field. */
  readonly search?: ReactNode
  /** Content below the heading. */
  readonly children?: ReactNode
}

/** The form's top bar with the main menu in place of Back. */
export function BuildingTop({ sync, picker, search, children }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <header className={top.top} data-form>
        <ActionIcon color="gray" onClick={() => setOpened(true)} aria-label={t('common.openMenu')}>
          <IconMenu2 size={22} aria-hidden />
        </ActionIcon>
        <div className={top.words}>
          <h1 className={top.title}>{t('building.title')}</h1>
          {sync && (
            <div className={top.second}>
              {sync}
              {picker}
            </div>
          )}
        </div>
        {search}
        <NoticeLine />
        {opened && <MenuOverlay onClose={() => setOpened(false)} />}
      </header>
      {children}
    </>
  )
}
