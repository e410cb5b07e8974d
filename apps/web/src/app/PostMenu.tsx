import type { Post } from '@pawtrait/contract/posts.ts'
import { type KeyboardEvent, useState } from 'react'
import type { MenuEnd } from '#ui/menu-keys.ts'
import { part } from '#ui/part.tsx'
import styles from './PostMenu.module.css'
import { PostMenuButton } from './PostMenuButton.tsx'

const PostMenuList = part(async () => (await import('./PostMenuList.tsx')).PostMenuList)

const fetchAhead = () => void PostMenuList.load().catch(() => {})

/** The menu of a post. Most are never opened: its choices are fetched when one is about to be. */
export function PostMenu({ post }: { post: Post }) {
  const [openAt, setOpenAt] = useState<MenuEnd | null>(null)
  // The button stays until the menu is there, and keeps the focus.
  const open = async (end: MenuEnd) => {
    await PostMenuList.load().catch(() => {})
    setOpenAt(end)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    void open(event.key === 'ArrowUp' ? 'last' : 'first')
  }
  if (openAt) return <PostMenuList post={post} openAt={openAt} />
  return (
    <span className={styles.menu}>
      <PostMenuButton
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => void open('first')}
        onKeyDown={onKeyDown}
        onPointerEnter={fetchAhead}
        onFocus={fetchAhead}
      />
    </span>
  )
}
