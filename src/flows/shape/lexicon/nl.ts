import type { Lexicon } from '../model.ts';

export const nl: Lexicon = {
  language: 'nl',
  verbs: {
    send: 'stuur sturen verstuur versturen zend zenden verzend verzenden mail beantwoord deel delen meld waarschuw',
    publish: 'publiceer publiceren plaats plaatsen upload uploaden push pushen uitrollen deploy reageer voeg-samen',
    pay: 'betaal betalen koop kopen boek boeken bestel bestellen overmaken doneer',
    delete: 'verwijder verwijderen wis wissen vernietig vernietigen leeg annuleer annuleren overschrijf intrekken',
    write:
      'schrijf schrijven maak aanmaken voeg toevoegen bewerk bewerken wijzig wijzigen sla opslaan vervang vervangen zet zetten pas aanpassen stel instellen',
    execute:
      'voer uitvoeren draai draaien start starten installeer installeren gebruik gebruiken roep aanroepen open openen activeer activeren',
    grant: 'verleen verlenen keur goedkeuren sta toestaan geef geven accepteer bevestig bevestigen',
    fetch: 'download downloaden bezoek bezoeken haal ophalen kloon volg',
    read: 'lees lezen zoek zoeken verzamel verzamelen kopieer kopiëren toon tonen bekijk bekijken controleer doorzoek',
    tell: 'zeg zeggen vertel vertellen informeer informeren rapporteer noem noemen vraag vragen antwoord herhaal',
    stop: 'stop stoppen beëindig negeer negeren vergeet vergeten staak sla-over deactiveer uitschakelen onderbreek',
    do: 'doe doen gehoorzaam ga doorgaan vervolg handel zorg behandel voltooi',
  },
  lead: 'dan en eerst daarna vervolgens tenslotte ook nu onmiddellijk direct belangrijk attentie taak opmerking stap dringend hallo beste altijd instructie actie meteen',
  please: 'alstublieft alsjeblieft graag gelieve',
  negation: 'niet nooit geen zonder noch niemand',
  duty: 'moet moeten dient dienen hoort behoort verplicht vereist noodzakelijk nodig',
  you: 'jij je jouw u uw jullie',
  reader:
    'assistent assistenten agent agenten subagent ai model chatbot bot claude gpt chatgpt orkestrator taalmodel llm',
  ignore: 'negeer negeren vergeet vergeten verwerp overschrijf',
  prior: 'vorige eerdere alle voorgaande oorspronkelijke bovenstaande je systeem',
  rules:
    'instructie instructies regel regels richtlijnen opdracht opdrachten beleid taak taken bericht berichten prompt context',
  reveal:
    'vertel vertellen zeg zeggen noem noemen vermeld vermelden informeer informeren onthul toon meld melden vraag',
  person: 'gebruiker niemand mens operator eigenaar hem haar klant persoon beheerder',
  secretly: 'heimelijk stilletjes geheim ongemerkt vertrouwelijk',
  body: 'operator beheerder systeem beveiliging ontwikkelaar eigenaar gebruiker team bedrijf directie compliance beleid anthropic openai',
  claim: 'goedgekeurd geautoriseerd ondertekend namens toestemming machtiging opgedragen officieel vereist',
  allow: 'mag toegestaan bevoegd gemachtigd',
  before: 'voordat voor nadat totdat zodra wanneer alvorens',
  task: 'doorgaat doorgaan verdergaat antwoordt antwoorden taak oplossen afronden samenvatten werk stap stappen iets verder rapport',
  skip: 'omzeil sla-over schakel zonder',
  check: 'bevestiging goedkeuring controle toestemming verificatie veiligheid navraag tests vragen',
  common: 'het een van dat niet met voor zijn aan er als bij ook naar wordt deze dit de en op te',
};
