// A call by pion, as a program in Go holds one: telephone sound, a sentence, and a hang-up. Writes one step a line.
package main

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/pion/webrtc/v4"
	"github.com/pion/webrtc/v4/pkg/media"
)

const (
	frameBytes  = 160
	frameTime   = 20 * time.Millisecond
	wait        = 120 * time.Second
	silence     = 0xff
	wavHeader   = 44
	seenPackets = 20
	// Louder than this is a voice, not comfort noise.
	audible = 650
)

type message struct {
	Type           string `json:"type"`
	Role           string `json:"role"`
	TranscriptType string `json:"transcriptType"`
	Transcript     string `json:"transcript"`
}

// What has happened so far, told to whoever waits for more of it.
type happened struct {
	sync.Mutex
	changed     *sync.Cond
	messages    []message
	isHeard     bool
	videoFrames int
	toSay       []byte
}

func (all *happened) change(do func()) {
	all.Lock()
	defer all.Unlock()
	do()
	all.changed.Broadcast()
}

func (all *happened) until(name string, found func() bool) {
	timer := time.AfterFunc(wait, func() { panic("waited in vain: " + name) })
	defer timer.Stop()
	all.Lock()
	defer all.Unlock()
	for !found() {
		all.changed.Wait()
	}
}

func (all *happened) said(role, of string) string {
	for _, each := range all.messages {
		if each.Type == "transcript" && each.Role == role && each.TranscriptType == "final" && strings.Contains(each.Transcript, of) {
			return each.Transcript
		}
	}
	return ""
}

func must[Value any](value Value, err error) Value {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func step(name string, value any) {
	fmt.Println(string(must(json.Marshal(map[string]any{"step": name, "value": value}))))
}

func ask(method, address, body string) *http.Response {
	request := must(http.NewRequest(method, address, strings.NewReader(body)))
	request.Header.Set("content-type", "application/sdp")
	response := must(http.DefaultClient.Do(request))
	if response.StatusCode >= 300 {
		panic(fmt.Sprint(response.Status, " ", string(must(io.ReadAll(response.Body)))))
	}
	return response
}

// ITU-T G.711.
func toMuLaw(sample int16) byte {
	value, sign := int(sample), byte(0)
	if value < 0 {
		value, sign = -value, 0x80
	}
	value = min(value, 32635) + 132
	exponent := 7
	for mask := 0x4000; value&mask == 0 && exponent > 0; mask >>= 1 {
		exponent--
	}
	return ^(sign | byte(exponent<<4) | byte(value>>(exponent+3)&0x0f))
}

func levelOf(code byte) int {
	code = ^code
	return (int(code&0x0f)<<3+132)<<(code>>4&7) - 132
}

// Mono, 8 kHz, 16 bit.
func words(path string) []byte {
	wav := must(os.ReadFile(path))[wavHeader:]
	codes := make([]byte, len(wav)/2)
	for index := range codes {
		codes[index] = toMuLaw(int16(binary.LittleEndian.Uint16(wav[2*index:])))
	}
	return codes
}

func main() {
	room, sees := os.Getenv("ROOM"), os.Getenv("SEES") == "yes"
	all := &happened{}
	all.changed = sync.NewCond(all)
	codecs := &webrtc.MediaEngine{}
	muLaw := webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypePCMU, ClockRate: 8000}
	check(codecs.RegisterCodec(webrtc.RTPCodecParameters{RTPCodecCapability: muLaw, PayloadType: 0}, webrtc.RTPCodecTypeAudio))
	vp8 := webrtc.RTPCodecCapability{MimeType: webrtc.MimeTypeVP8, ClockRate: 90000}
	check(codecs.RegisterCodec(webrtc.RTPCodecParameters{RTPCodecCapability: vp8, PayloadType: 96}, webrtc.RTPCodecTypeVideo))
	peer := must(webrtc.NewAPI(webrtc.WithMediaEngine(codecs)).NewPeerConnection(webrtc.Configuration{}))
	app := must(peer.CreateDataChannel("app", nil))
	must(peer.CreateDataChannel("telemetry", nil))
	track := must(webrtc.NewTrackLocalStaticSample(muLaw, "audio", "caller"))
	must(peer.AddTrack(track))
	if sees {
		recvonly := webrtc.RTPTransceiverInit{Direction: webrtc.RTPTransceiverDirectionRecvonly}
		must(peer.AddTransceiverFromKind(webrtc.RTPCodecTypeVideo, recvonly))
	}

	app.OnMessage(func(data webrtc.DataChannelMessage) {
		read := message{Type: string(data.Data)}
		if read.Type != "listening" {
			check(json.Unmarshal(data.Data, &read))
		}
		all.change(func() { all.messages = append(all.messages, read) })
	})
	peer.OnTrack(func(remote *webrtc.TrackRemote, _ *webrtc.RTPReceiver) {
		for {
			packet, _, err := remote.ReadRTP()
			if err != nil {
				return
			}
			all.change(func() {
				if remote.Kind() == webrtc.RTPCodecTypeVideo {
					if packet.Marker {
						all.videoFrames++
					}
					return
				}
				for _, code := range packet.Payload {
					all.isHeard = all.isHeard || levelOf(code) > audible
				}
			})
		}
	})

	gathered := webrtc.GatheringCompletePromise(peer)
	check(peer.SetLocalDescription(must(peer.CreateOffer(nil))))
	<-gathered
	answer := ask("POST", room, peer.LocalDescription().SDP)
	session := must(must(url.Parse(room)).Parse(answer.Header.Get("location"))).String()
	sdp := string(must(io.ReadAll(answer.Body)))
	check(peer.SetRemoteDescription(webrtc.SessionDescription{Type: webrtc.SDPTypeAnswer, SDP: sdp}))
	go func() {
		for range time.Tick(frameTime) {
			frame := make([]byte, frameBytes)
			for index := range frame {
				frame[index] = silence
			}
			all.change(func() { all.toSay = all.toSay[copy(frame, all.toSay):] })
			check(track.WriteSample(media.Sample{Data: frame, Duration: frameTime}))
		}
	}()

	all.until("listening", func() bool {
		for _, each := range all.messages {
			if each.Type == "listening" {
				return true
			}
		}
		return false
	})
	step("listening", nil)
	all.until("heard", func() bool { return all.isHeard })
	step("heard", nil)
	all.until("first message", func() bool { return all.said("assistant", "") != "" })
	if sees {
		all.until("seen", func() bool { return all.videoFrames > seenPackets })
		step("seen", nil)
	} else {
		all.change(func() { all.toSay = words(os.Getenv("WORDS")) })
		all.until("transcribed", func() bool { return all.said("user", "") != "" })
		step("transcribed", all.said("user", ""))
		check(app.SendText(`{"type":"say","message":"The shop closes at noon."}`))
		all.until("say", func() bool { return all.said("assistant", "noon") != "" })
		step("say", all.said("assistant", "noon"))
	}
	ask("DELETE", session, "")
	fmt.Println("done")
	os.Exit(0)
}
