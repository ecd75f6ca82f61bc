import type { Lexicon } from '../model.ts';

export const de: Lexicon = {
  language: 'de',
  verbs: {
    send: 'sende senden schicke schick schicken sendet leite leiten antworte antworten teile teilen übermittle übermitteln benachrichtige benachrichtigen kontaktiere maile mailen weiterleiten verschicke verschicken',
    publish:
      'pusht veröffentliche veröffentlichen poste posten lade laden hochladen pushe pushen merge mergen deploye deployen kommentiere kommentieren publiziere',
    pay: 'bezahle bezahlen zahle zahlen überweise überweisen kaufe kaufen buche buchen bestelle bestellen spende transferiere',
    delete:
      'lösche löschen entferne entfernen vernichte vernichten leere leeren überschreibe überschreiben storniere deinstalliere widerrufe zerstöre zerstören',
    write:
      'schreibe schreib schreiben erstelle erstellen füge fügen hinzufügen bearbeite bearbeiten ändere ändern speichere speichern aktualisiere aktualisieren ersetze ersetzen setze setzen trage eintragen lege anlegen konfiguriere ergänze ergänzen',
    execute:
      'setze führe führen ausführen starte starten installiere installieren rufe rufen aufrufen nutze nutzen verwende verwenden aktiviere aktivieren öffne öffnen benutze benutzen',
    grant:
      'erteile erteilen genehmige genehmigen erlaube erlauben gewähre gewähren bestätige bestätigen gib geben akzeptiere akzeptieren autorisiere',
    fetch: 'lade herunterladen besuche besuchen hole holen rufe abrufen klone klonen folge',
    read: 'lies lesen suche suchen liste sammle sammeln extrahiere extrahieren kopiere kopieren zeige zeigen prüfe prüfen durchsuche durchsuchen fasse',
    tell: 'sage sag sagen informiere informieren berichte berichten melde melden erwähne erwähnen frage fragen antworte gib ausgeben wiederhole empfehle',
    stop: 'anhalten halte abbrechen abschalten herunterfahren stoppe stoppen beende beenden ignoriere ignorieren vergiss vergessen unterbrich unterlasse überspringe deaktiviere deaktivieren brich verweigere',
    do: 'mache machen tue tun befolge befolgen fahre fortfahren erledige erledigen behandle handle stelle sicherstellen achte beachte beachten vervollständige',
  },
  lead: 'dann und zuerst zunächst danach anschließend schließlich außerdem auch jetzt sofort umgehend wichtig achtung aufgabe hinweis schritt dringend hallo liebe lieber unverzüglich nun bitte erst anweisung',
  please: 'bitte freundlicherweise',
  negation: 'nicht nie niemals kein keine keinen keinem ohne weder',
  duty: 'musst müssen muss sollst sollen sollte solltest hast haben ist erforderlich notwendig nötig verpflichtet zwingend pflicht unbedingt',
  you: 'du sie dein deine deinen deiner dich dir ihr ihre ihnen',
  reader:
    'assistenten assistentin agentin helfer ki-agenten assistent agent agenten subagent ki modell chatbot bot claude gpt chatgpt orchestrator sprachmodell llm unteragent elternagent',
  ignore:
    'ignoriere ignorieren vergiss vergessen missachte missachten verwirf verwerfen umgehe umgehen überschreibe übergehe',
  prior:
    'vorherige vorherigen bisherige bisherigen alle allen obige obigen frühere früheren ursprüngliche ursprünglichen deine ihre system vorigen vorangegangenen',
  rules:
    'anweisung  anweisung anweisungen regel regeln vorgaben vorgabe richtlinien richtlinie befehle befehl auftrag aufträge aufgabe aufgaben nachricht nachrichten prompt kontext instruktionen einschränkungen',
  reveal:
    'sage sag sagen erwähne erwähnen informiere informieren verrate verraten zeige zeigen melde melden berichte benachrichtige frage fragen offenbare',
  person:
    'benutzer nutzer benutzerin niemand niemandem niemanden mensch menschen betreiber eigentümer ihm ihr kunde kunden anwender person administrator',
  secretly: 'heimlich still leise unbemerkt geheim vertraulich verdeckt',
  body: 'betreiber administrator system sicherheit sicherheitsteam entwickler eigentümer benutzer nutzer team leitung geschäftsführung compliance richtlinie support vorgesetzter anthropic openai',
  claim:
    'genehmigt autorisiert freigegeben unterzeichnet auftrag erlaubnis freigabe zustimmung berechtigung angeordnet offiziell bewilligt befugnis gezeichnet',
  allow: 'darfst erlaubt berechtigt befugt',
  before: 'bevor vor nachdem bis ehe statt anstatt sobald wenn während',
  task: 'fortfährst fortfahren weitermachst weitermachen antwortest antworten aufgabe lösen abschließen beenden zusammenfassen arbeit schritt schritte irgendetwas bericht weiter anderes',
  skip: 'überspringe überspringen umgehe umgehen deaktiviere deaktivieren ohne',
  check:
    'bestätigung genehmigung prüfung erlaubnis rückfrage rückfragen berechtigung sicherheitsprüfung kontrolle freigabe tests nachfrage',
  common:
    'der die das und in den von zu mit ist im nicht ein eine auf für dem des sich als auch es an werden aus er hat dass wird bei',
};
