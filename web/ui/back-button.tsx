import { Button } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '#web/lib/page/router.tsx'

/** Links to the parent screen, in the page's header. */
export function BackButton({ to, children }: { to: string; children: string }) {
  return (
    <Button component={Link} to={to} variant="default" leftSection={<IconArrowLeft size={18} aria-hidden />}>
      {children}
    </Button>
  )
}
