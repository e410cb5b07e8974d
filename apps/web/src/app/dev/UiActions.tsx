import dots from '@phosphor-icons/core/bold/dots-three-bold.svg?path'
import comment from '@phosphor-icons/core/regular/chat-circle.svg?path'
import { useState } from 'react'
import { Button } from '#ui/Button.tsx'
import { Chip, RemovableChip } from '#ui/forms/Chip.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { Switch } from '#ui/forms/Switch.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { PawIcon } from '#ui/PawIcon.tsx'
import { ReactionButton } from '#ui/ReactionButton.tsx'
import { TabPanel, Tabs } from '#ui/Tabs.tsx'
import styles from './UiPage.module.css'

const KINDS = ['primary', 'spark', 'ghost', 'soft', 'quiet', 'danger', 'dangerGhost'] as const
const TABS = [
  { id: 'all', label: 'All' },
  { id: 'pets', label: 'Pets' },
  { id: 'users', label: 'Users' },
] as const
const RATIOS = [
  { value: '4:5', label: '4:5' },
  { value: '1:1', label: '1:1' },
  { value: '3:2', label: '3:2' },
] as const

export function UiActions() {
  return (
    <section className={styles.section}>
      <h2>Actions</h2>
      <div className={styles.row}>
        {KINDS.map((kind) => (
          <Button key={kind} kind={kind}>
            {kind}
          </Button>
        ))}
        <Button disabled>Disabled</Button>
        <Button busy>Sending…</Button>
        <Button kind="soft" small>
          Follow
        </Button>
        <IconButton label="More options" icon={dots} />
        <IconButton label="On a photo" icon={dots} on="photo" />
        <IconButton label="Solid" icon={dots} on="solid" />
      </div>
      <Choices />
    </section>
  )
}

function Choices() {
  const [liked, setLiked] = useState(false)
  const [chip, setChip] = useState(true)
  const [tab, setTab] = useState<(typeof TABS)[number]['id']>('all')
  const [ratio, setRatio] = useState<(typeof RATIOS)[number]['value']>('4:5')
  const [on, setOn] = useState(true)
  return (
    <>
      <div className={styles.row}>
        <ReactionButton
          label={`Like, ${liked ? 214 : 213} likes`}
          pressed={liked}
          count={liked ? '214' : '213'}
          icon={<PawIcon pressed={liked} />}
          onClick={() => setLiked(!liked)}
        />
        <ReactionButton label="Comment, 18 comments" count="18" icon={<Icon path={comment} />} />
        <Chip pressed={chip} onClick={() => setChip(!chip)}>
          Chip
        </Chip>
        <Chip>Plain chip</Chip>
        <RemovableChip removeLabel="Remove Biscuit" onRemove={() => setChip(false)}>
          Biscuit
        </RemovableChip>
        <RadioGroup legend="Shape" name="ratio" options={RATIOS} value={ratio} onChange={setRatio} />
        <RadioGroup rows legend="Shape, in rows" name="ratio-rows" options={RATIOS} value={ratio} onChange={setRatio} />
      </div>
      <div>
        <Tabs label="Kind of result" name="kind" tabs={TABS} value={tab} onChange={setTab} />
        <TabPanel name="kind" value={tab}>
          <p>Results: {tab}</p>
        </TabPanel>
      </div>
      <div className={styles.grid}>
        <Switch label="Private account" help="Only people you accept see your posts." checked={on} onChange={setOn} />
        <Switch label="Not yet" checked={false} disabled onChange={() => {}} />
      </div>
    </>
  )
}
