import { type Species, speciesNames } from '@pawtrait/contract/pets/pets.ts'
import { speciesPhrases } from '#i18n/en/by-value/pets/species.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { EaredFrame } from '#ui/photos/EaredFrame.tsx'

/** Which kind of animal, each with its drawing in its frame. */
export function SpeciesPicker({ value, onChange }: { value: Species; onChange: (species: Species) => void }) {
  const t = useTranslate()
  const options = speciesNames.map((species) => ({
    value: species,
    label: (
      <>
        <EaredFrame kind={species} backdrop="fog" size={28} />
        {t(speciesPhrases[species])}
      </>
    ),
  }))
  return (
    <RadioGroup
      legend={t(phrases.pets.species)}
      showLegend
      name="species"
      options={options}
      value={value}
      onChange={onChange}
    />
  )
}
