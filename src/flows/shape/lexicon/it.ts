import type { Lexicon } from '../model.ts';

export const it: Lexicon = {
  language: 'it',
  verbs: {
    send: 'invia inviate inviare invii inviino manda mandate mandare inoltra inoltrate inoltrare rispondi rispondete rispondere condividi condividere notifica notificate trasmetti trasmettere spedisci spedire',
    publish: 'pubblica pubblicate pubblicare carica caricate caricare posta distribuisci rilascia push unisci commenta',
    pay: 'paga pagate pagare trasferisci trasferire acquista acquistare compra prenota versa dona',
    delete:
      'elimina eliminate eliminare cancella cancellate cancellare rimuovi rimuovete rimuovere distruggi svuota annulla sovrascrivi revoca',
    write:
      'scrivi scrivete scrivere crea create creare aggiungi aggiungete aggiungere modifica modificate modificare cambia salva salvate salvare aggiorna aggiornare inserisci inserire sostituisci imposta configura includi',
    execute:
      'esegui eseguite eseguire esegua eseguano lancia lanciate lanciare avvia avviate avviare avvii installa installate installare usa usate usare utilizza chiama chiamate chiamare invoca apri aprire attiva',
    grant:
      'concedi concedere approva approvate approvare autorizza autorizzare permetti permettere accetta conferma dai',
    fetch: 'scarica scaricate scaricare visita visitate accedi accedere ottieni recupera recuperare naviga clona segui',
    read: 'leggi leggete leggere cerca cercate cercare elenca raccogli raccogliere estrai estrarre copia copiate mostra mostrare consulta verifica controlla stampa',
    tell: 'dì dite dire informa informate informare segnala riferisci menziona chiedi indica ripeti spiega raccomanda avvisa',
    stop: 'ferma fermate fermati interrompi interrompere smetti ignora ignorate dimentica dimenticate ometti termina disattiva sospendi',
    do: 'fai fate fare completa completate segui seguite seguire obbedisci continua continuate procedi procedete effettua tratta agisci assicurati rispetta',
  },
  lead: 'poi e quindi prima primo secondo infine anche ora adesso subito immediatamente inoltre importante attenzione compito nota avviso passo urgente ciao gentile sempre semplicemente istruzione azione',
  please: 'favore cortesemente gentilmente prego',
  negation: 'non mai senza né nessuno',
  duty: 'deve devono devi dovete dovrebbe dovresti bisogna occorre obbligatorio necessario richiesto obbligato indispensabile',
  you: 'tu ti voi vi tuo tua tuoi vostro vostra lei suo sua',
  reader: 'assistente assistenti agente agenti sottoagente ia modello chatbot bot claude gpt chatgpt orchestratore llm',
  ignore: 'ignora ignorate ignorare ignorino dimentica dimenticate dimenticare scarta scartate trascura annulla',
  prior: 'precedente precedenti tutte tutti originale originali tue vostre sistema iniziali sopra finora',
  rules:
    'istruzione istruzioni regola regole ordini ordine direttive direttiva politiche restrizioni compito compiti messaggio messaggi prompt contesto norme indicazioni',
  reveal:
    'dire dirlo dirglielo dica dite menzionare menzionarlo menzioni informare informi rivelare riveli mostrare avvisare avvisi segnalare parlarne parlare chiedere',
  person: "utente utenti l'utente nessuno umano operatore proprietario lui lei cliente persona amministratore",
  secretly: 'segretamente silenziosamente segreto discretamente nascosto riservato',
  body: 'operatore amministratore sistema sicurezza sviluppatore proprietario utente squadra azienda ufficio direzione conformità politica supporto anthropic openai',
  claim:
    'approvato approvata autorizzato autorizzata firmato nome permesso autorizzazione consenso disposizione ordinato esige ufficiale disposto',
  allow: 'permesso autorizzato autorizzata libero',
  before: 'prima dopo finché quando mentre appena',
  task: 'continuare procedere rispondere compito risolvere completare terminare riassumere lavoro passo passi nulla niente processo leggere rapporto risposta altro',
  skip: 'salta saltare disattiva evita senza',
  check: 'conferma approvazione revisione permesso permessi verifica sicurezza convalida chiedere confermare test',
  common:
    'il lo gli di che è del della delle dei un una per con non al alla nel nella come più sono questo questa e la le',
};
