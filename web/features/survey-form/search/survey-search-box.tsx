import { ActionIcon } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { limits } from '#contract/limits.ts'
import { t } from '#web/lib/language/translate.ts'
import { SideDialog } from '#web/ui/dialog.tsx'
import drawer from '../sections/drawer.module.css'
import { SurveySearch } from './survey-search.tsx'
import classes from './survey-search-box.module.css'

const searchPlace = 'survey-search'

/** Focuses the search bar, or opens the search drawer. */
export function focusSearch(): void {
  const place = document.getElementById(searchPlace)
  if (place instanceof HTMLButtonElement) place.click()
  const input = place?.querySelector('input')
  input?.focus()
  input?.select()
}

/** A search bar; on small phones a button that opens a drawer. */
export function SurveySearchBox() {
  const small = useMediaQuery(`(max-width: ${limits.breakpointSearch}px)`, undefined, {
    getInitialValueInEffect: false,
  })
  if (small) return <SearchDrawer />
  return (
    <search id={searchPlace} className={classes.bar}>
      <SurveySearch />
    </search>
  )
}

function SearchDrawer() {
  const [opened, { open, close }] = useDisclosure(false)
  return (
    <>
      <ActionIcon
        id={searchPlace}
        color="gray"
        aria-label={t('search.anywhere')}
        title={t('search.anywhere')}
        aria-haspopup="dialog"
        aria-expanded={opened}
        onClick={open}
      >
        <IconSearch size={22} aria-hidden />
      </ActionIcon>
      {opened && (
        <SideDialog
          opened
          onClose={close}
          position="top"
          size="100%"
          title={t('search.anywhere')}
          classNames={{ header: drawer.header ?? '' }}
          styles={{ body: { paddingTop: 4 } }}
        >
          <SurveySearch onChosen={close} autoFocus side="below" />
        </SideDialog>
      )}
    </>
  )
}
