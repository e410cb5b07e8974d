/**
 * Script of /test/checkout/:code. Sends only the id of a test card and the answers to questions, never a typed card
 * number.
 */

const byId = (id) => document.getElementById(id)
const { code } = document.querySelector('main').dataset
const cards = [...document.querySelectorAll('[data-card]')]
const typed = byId('typed')

async function act(name, fields = {}) {
  const answer = await fetch(`/test/checkout/${encodeURIComponent(code)}/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  }).catch(() => null)
  if (!answer?.ok) return say('The simulator did not answer. Nothing was charged.')
  const step = await answer.json()
  if (step.goTo) location.assign(step.goTo)
  else if (step.ask) ask(step.ask)
  else say(step.say)
}

function say(text) {
  show(byId('pick'))
  byId('said').hidden = !text
  byId('said').querySelector('span').textContent = text
}

function show(part) {
  for (const section of [byId('pick'), byId('ask')]) section.hidden = section !== part
}

const chosen = () => cards.find((card) => card.getAttribute('aria-pressed') === 'true')

function choose(chosenCard) {
  for (const card of cards) card.setAttribute('aria-pressed', String(card === chosenCard))
}

const digits = () => typed.value.replaceAll(/\D/g, '')

/** Rejects a typed card number as soon as no test card starts with these digits. */
function checkTyped() {
  const given = digits()
  const match = cards.find((card) => card.dataset.number === given)
  if (match) choose(match)
  const wrong = given !== '' && !cards.some((card) => card.dataset.number.startsWith(given))
  refuseTyped(wrong)
}

function refuseTyped(wrong) {
  byId('typed-error').hidden = !wrong
  typed.setAttribute('aria-invalid', String(wrong))
}

function pay() {
  const given = digits()
  if (given !== '' && chosen()?.dataset.number !== given) {
    refuseTyped(true)
    typed.focus()
    return
  }
  byId('said').hidden = true
  void act('pay', { card: chosen()?.dataset.card })
}

const questions = {
  pin: ['Enter the card PIN', 'PIN', 'Continue'],
  otp: ['Enter the code', 'Code from the message', 'Continue'],
  approval: ['Approve this payment?', '', 'Approve'],
}

function ask(question) {
  const [title, label, yes] = questions[question]
  const answers = (chosen()?.dataset.answers ?? '').split(' ')
  byId('ask-title').textContent = title
  byId('ask-label').textContent = label
  byId('ask-yes').textContent = yes
  byId('ask-no').textContent = question === 'approval' ? 'Do not approve' : 'Cancel'
  byId('ask-hint').textContent =
    question === 'approval' ? 'A real bank would ask here.' : `The right one is ${hint(question, answers)}.`
  byId('ask-field').hidden = question === 'approval'
  byId('ask').dataset.question = question
  byId('answer').value = ''
  show(byId('ask'))
  if (question === 'approval') byId('ask-title').focus()
  else byId('answer').focus()
}

const hint = (question, answers) => answers.find((answer) => answer.length === (question === 'otp' ? 6 : 4)) ?? ''

if (typed) {
  for (const card of cards)
    card.addEventListener('click', () => {
      choose(card)
      typed.value = ''
      refuseTyped(false)
    })
  typed.addEventListener('input', checkTyped)
  byId('pay').addEventListener('click', pay)
  document.querySelector('[data-cancel]').addEventListener('click', () => void act('cancel'))
  byId('ask').addEventListener('submit', (event) => {
    event.preventDefault()
    const { question } = byId('ask').dataset
    void act('answer', { value: question === 'approval' ? 'yes' : byId('answer').value.trim() })
  })
  byId('ask-no').addEventListener('click', () => {
    if (byId('ask').dataset.question === 'approval') void act('answer', { value: 'no' })
    else void act('cancel')
  })
}
